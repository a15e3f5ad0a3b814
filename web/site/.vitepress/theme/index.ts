import DefaultTheme from "vitepress/theme-without-fonts";
import "katex/dist/katex.min.css";
import "../../../elements/styles/palette.css";
import "../../../elements/styles/code.css";
import "./style.css";
import "./compatibility.css";

export default DefaultTheme;
