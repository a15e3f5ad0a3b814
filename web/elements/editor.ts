import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightSpecialChars, keymap } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

export interface EditorOptions {
  parent: HTMLElement;
  root: ShadowRoot;
  text: string;
  label: string;
  /** Id of an element that tells the keys. */
  describedBy: string;
  onChange(text: string): void;
  onRun(): void;
}

export interface Editor {
  focus(): void;
  /** Puts the caret where a reader pointed, in client coordinates. */
  placeCaret(x: number, y: number): void;
  setText(text: string): void;
  destroy(): void;
}

/**
 * A Python editor. A reader who tabs through the page is not trapped: Tab indents only once the text has been clicked
 * or changed, and Escape gives Tab its usual meaning back.
 */
export function createEditor(options: EditorOptions): Editor {
  let engaged = false;
  const indentWhenEngaged = (command: typeof indentMore) => (view: EditorView) => engaged && command(view);
  const run = () => {
    options.onRun();
    return true;
  };
  const disengage = () => {
    engaged = false;
    return false;
  };
  const engage = () => {
    engaged = true;
    return false;
  };
  const view = new EditorView({
    parent: options.parent,
    root: options.root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keymap.of([
          { key: "Shift-Enter", run },
          { key: "Mod-Enter", run },
          { key: "Ctrl-Enter", run },
          { key: "Escape", run: disengage },
          { key: "Tab", run: indentWhenEngaged(indentMore), shift: indentWhenEngaged(indentLess) },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        history(),
        highlightSpecialChars(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        python(),
        // Class names, not colours: the same style sheet colours this and the page's still code.
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({ "aria-label": options.label, "aria-describedby": options.describedBy }),
        EditorView.domEventHandlers({ pointerdown: engage, blur: disengage }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          engaged = true;
          options.onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    placeCaret: (x, y) => {
      engaged = true;
      const position = view.posAtCoords({ x, y }, false);
      view.dispatch({ selection: { anchor: position } });
    },
    setText: (text) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
      engaged = false;
    },
    destroy: () => view.destroy(),
  };
}
