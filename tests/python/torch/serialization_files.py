# Files that real PyTorch 2.14.1 wrote: a checkpoint as an archive and in the format before 1.6, and a whole module.
import base64
import io
import zlib

import torch


def file(text):
    return io.BytesIO(zlib.decompress(base64.b85decode(text)))


ARCHIVE = (
    'c-o~`TW}Lq7~V7`Z3DDG1qvcpFR4PCTbl$Zg@~!R2<;*g%Oz}+ZL^SM^JmYNi$<$hpn?jB$VCwx#^HfcXPnXDK{}&8;)4(Rz&PWm4-AeozWCrc'
    '&gi+MVfVzglAOueon+7Vf8Y84fB*laTeMdTLT#;3GG+*~1UVN^s)I^vLPl~+c5f;Yt`~YOW2h<*f-5=&1JYVTNr5dM*HS4Zj#Mq9J2&SNN=`|v'
    'SL4VDRm~FET~Wg2ZrP`(14#tcain3AmY9Lml<th>ls-dEC1Oa)=vpo|=yk#rmn&L>F*;r;4=CVZ5N9N%$!H7v(FrwC8?g(uQ9HiJvj)_O)d-wD'
    'q99g@Rfl0JzS$1Lw2>syF&#m@1PxIK71O86I?PC7rlcduEO}sNvQDf*FpF9khDOmg4EHhgYy@*8m`k_f8QV&e1@DD<3_qXXZA8KSOu+(X;{gN<'
    'C0Ilic$k9477IRDf-Tq(ETtBPVHvqR$j}cVcvyl*j6Arab$D?stst3%37YBiM_o}8M0hL@%c=JUm7I=40xLwDUT{@Q9$J&d?;ddH!9%|rdLNCb'
    'mPKkBym|1k2<u2j3i$KT<`RWGv_~6g*wab|8R=M`(ciD+AYj>qAA(65h)^*QE14Tsv5l-o&>_JZU9{z)Gie34!CL0Sb%hv&i3c8M!1V~8kRYOq'
    'I0L&lU^_g?fE$X=e~Ph+47?G+(-LgbMSC7LbKn4UGr#u~{4SBp76yC<!Bz>L)s5&hyfiE4<aBHxrx{rtw(W#y9-ebWtMHRl4tl#fub(61Jk66a'
    'Kf(5{&fjj5@ePe!LQZFujG7sM9il+3vV4jql(>8VcH$oiJfrAH$!UYIYlNAT_p533paQWG8sB~`r^xXn?A{cuCstJw3{0rXeJKUx5gNdLLst^e'
    'w}~bl6|X~lCnQ|VOQKydWP>_kKPVQb1fd^0#erae#nFBklA@h>RAr9YgJ7=&Df;&1w0)2sgC`5XOb=df9|nzhGs{4LASVIKKLm(}7=+7CqBn@;'
    'Vak0BwjaR(2@Xc9sUP&c@H|5n3PV`aQpLLP0yQ3jJWGfd3z_s1Q8C2Ky^P=$2@cVP8F<xVYonGKDB2pPq4l`oFiVgl*jRHjGjbHchy<@uBUv~$'
    'PFbTqS8yPmaJ=YWYSaU-Glg#y6uwCmo?ymLA~+?%TSw`a(?{TK3C>Wa1iWLByIwPJxQl|%GTUA_#{{1*Wb_4cd6(IK55YwV-lxt)3U=)!3i|2_'
    'TsB&|#hTjdpDw-nBhDT&yT@%8bA<)PcF}^9F)gE5q2@%wO<dQwJ3NHp^WT3sM0P{w_zd%fz+HwyGl<D4bs$4ttVq~5F3AL=-A@E`?t?pI(^V4+'
    'm??A?1@s+2ibk4SB)qB|-m#HV5lSgU!*Ith^T=!Im{3E#u*TArTiucH$_fMw^>mDGxY9Jb{j+N~cF*>Y5+#4xcP*MhPXH4u@mrO6B4PJEE9w5@'
    '(ie9cU6i-#?_Yl=M75LfuD0@eBjI4#9@zPjz4KJ9t&{M_u5SCd41QlF{AZ$d9faF|XOBeQ!0Ji3*IK##k?`tD(yw>Ut*_UR=`=o}lV;+&e{yBS'
    'zpb43k8u;;uBQ4OW%$3n68~R_d^oz!ag*j>eXB8827jOuenA+bxwmJ}<!fccKUit}ncbmId|8V>cn;xtX)Vz-_r&d!P5436B$}36HH9K!*Z<aJ'
    '6A06dWnV@oufGk#I<Dg2;@45p_Iqmzwuy@D_qVml<KG~x;#A<m7Z56l|5y&3=y7~k4!^e|elq@~{6C#r(r|D5#RgwCzt2gSzr8rHb@KQx6ufs2'
    '0CelRl2h>s;Gj(YZN}6@B;0b3Lfq{kx6dDPheCm%&*S&|0&Q-$C+PErg28sL*N>;$-xlx^mB)?`U36g`E~?T-#1?g$4@omhl=J_id9?WeG}nS`'
    'bqM1ft9T>kL(F`Ok&|X4B_}7|j`<)m(_&{<jZk_3;^F4gL%julrbgh-E<DzJ0<dBi*K$}7k2QC1EA}jp_3~JA_qAf1>Nu>g#9gLtX~mxAv3?$F'
    '?s(jOogB7}$C|qpw_hIH&STBphTHE{4jbUH=B~i)m&XQqthvrxv94(xHpFAi)w#ifJ;h@^C5dG&tyXZ;bRJxiS?0QE1)nVem!y`tv~kS!0$)gZ'
    'u({$awC>pi{_k4YEjk>_$110NMG@J^-9M;i_h7?VCv?!Jc&o60{VAK`V3<a_o~`{Czt*?T'
)
LEGACY = (
    'c-nPUS##S|6t--~N!%4mOUqhzhb7pKV>>|Vw3LLRHf>ZEK?$yG-$ZI{%b#?WCIy38k|t#@Q0M{#=rBAm3{TAP0C|AN@(1__o#BxOnBjrD$fi-L'
    'CX#cm?)}bp&iT$!D||9u{pbAX-`kITb6{J4E4=Sgggu)GCG?G<P^jV9)GpiA;tX+I%dSIV8}xPTP1T~bN{Xajv5Y#xi+Y?b(zymHy4G>xBGN=O'
    'p?9%G*R&mqE;X!2m}S)|Vro>6atymZjczsSd2OG3f6cCtDwHyFTP0=6yt?uIPK7w6vfC=tIKq7zA_={R?M?O{Bi6J@5iL{ODVzO8k6KkXUUW#w'
    'v#OOMC3V+!iZkgrx)KS!oAY5ijcJ0IJQ5$R+6Fx+7vt#Gd)c0We0peLa4?-jk6>MHc<5E5;}r1;HKc~s@B-GbA7ue+mrPD*9mRSL8}yi9Rk92h'
    '8%^fYjG1l7R4SX!XY#nl>{Y`I>RJIck4>sFkLx7NW{NEut{1_j+QDtT0w|qI<ulmk1Kq%Z6wc{J$>}Bub~D8-8g3PwQj*j5|A89FWpNvWQW(_j'
    '0%{(2@W-7J<}Ql6HQeJhkr1bfHA0PwK@IeY_xC1rwi?2HP24Xs+!o6Ns^aPjPYC*(c+l+FDI}Xn3EOi^qUv^oS~aAb81Pj?4N8z{VlbhGn#k%K'
    'gfwcTPQ6;O<V{Tx2f0<zWRin<77mLhZ^~i~b&B<nOw7YFqDLr(HSBOzrHO(WM9B`Mb2)}G;-`0~U#DF>Cyz>m-4u^$7<E;q+p#MU1_yJ=p>!UP'
    '`v`kF1$sjAP$kM<ihUZ!U6pmq{wsN8as#<c1_%7wO!&3Y_~W2Nc#`5N4NtqCzLvME;TW~zv}1b>7tc&WZ{pd69_Fp);JLBFk7xLGR;a6;OB@<2'
    '{Be<AzX`t;qt+mGi*@GnYDl0;6&5R`Y|LSjE%M`a;!@(+Gk9T1!WpwxjdebXOF{!vwnL1viNoXidX8%Gf-#4dQK}LcOQOhAo=YkyjSGbe@-E7g'
    's3c^%)ClnmPbg*<B#@n4GRxX2k13X&7|YJItaW4orW)Znwq%BmP#o1z6>aR;$56WpPTj|`C)n}GJQ_U9kQi)!xf-ZoLg8HnVa7)|#+gKTwP#rr'
    'jL@7!IZpAShL^<Xs~PT5G$oKfhj!U^wKIlZZfhVrG?Y)~@rtjcmaoNEIlI>+?&}n9XqXr5>R4C>x|faE4(N%Fz%#jQK8ZzNSW67FuTO%Vq<B-q'
    'TLP?sx34l*MXd-EKpgJ`Rm)||RQs;a_&uNT`<(G9>Er{74>f$WD2&r5@UezZgvScbtfIf$_Ly8c0i5jwFqGoM`J5lXdA~D0<&V##kIyNVHGCnm'
    'P01|9m!c7Vxqz?u=Vp?BZdQ*|B`_1ifw>(Cd>W#GZtn_Ap;%y^bO+Mk6Nsia(D(5`M%M&1u{NN;b)=t1$gj!oB85{uN<s1M(|Yf4``v**mw&pn'
    'DX|ju?bgKb%AN~bR}TH~?azldXI9$#&W(P(vNLwEvv14qzwY37-1}bK;mg*!-S*Y(|F&&;{Z;tSZWY3p{eQWwgkq~s@wcH7_Q&oPyO&4)1whh8'
    'PX'
)
MODULE = (
    'c-o~_+jA3D7~iBN4NK{bn-na93PB*vrD<Aj)rj$u3S|*pQCv2gZO+>5Zob`<R*F#&LJJDsebgCe9A14=XB_Z9a0X!<#_^3OeDT#6XFO-mw%Og#'
    'BCs>bnLX$Geb?XjogFK*v~pZD$~8S*Tn{H(3eu+3{*sL4cx6J*=Q_A!zUOpU!6uQ48%BK6ELC;Yjw_~tWzA46{)h@y)xesp^T2IC1ECs(V<I(%'
    'Eh3>AWoVfbSCDt9B3tsLidD;o)*38xgrs71e4Oq?YS1QbpgV?XNENcB*_bGv7m#cfLsXH-yQX8!kR+b$@UZ+i@O4-rK)blg(I+bt)3Q~PDwZlC'
    ')10tjrJ|U+t}0kF4Vyn?l~hYD9nchl?$|Csr`YKOGEf(yXWimjdZyXZcvaW^GSG8S?4YOPrsV;ya)7JF-lijITEj@93d%ODam3b&8=J*seOf+g'
    'ONvaKF2OoS@DZ`cE7%Bby>r|v_TBZ^XL5rhx>4+=qBfSXDwRkUTt$yMr+wm@z-hzOCP(5i7MX6!rMru5cEq-@Vm67H_PoKz9l0kM4P0WulQq~H'
    '6GLPx0o$5+rxVV}7C*`sh!MhVufbC>)G~(%r*_1|2!T$kS{Y&3>Efj-)^wYfER}Mn)ZifxyA}~4%(G2Pno98ykHy3`qSPjma#@9b2I2E0G<<|@'
    '@{n+SPKqsLRVr0T6<RT*4;Q#XxDY-M17r!Ehs*^h>Ol-y0fy$Bm*H91Ex;a;bSYQVWE=LPU5J=P{fMbe!akHLgfZ-Q)YW065URt|Ow}_OasoWd'
    'R2`Uw=LE=C5oxFAQ52Exc%cq23h)wI=?D}MBlaljIfxilUq+0J2N9#%A;dT}h8STEBSsAYF#;SxtirD#R>7l)6zx@~#YtO^t1_-yq>`@{!eTqw'
    'Gpo3<DHg)jq8roe&E=Izk50+7PkBKdJ<7u|Qs6gg@aBAhkJG^3Vu49@I3a-S23B+fQyPJl+`v>fuyHrAvKtt31Jm5V-gX0<a0An6V3SVqHKU@-'
    'iVDUB*ZmZjh_bIz1DJQtilLo>%B8?&mBX}hAxeZQBf=D`-ZX}H1USj6H!};T1b7z(>z{@i(GtS&o};A>@6*52Ov4!r9|&-kX*f3vbpg&h^`B*F'
    'nybSF0WP{}`p`|&M~yUHa?^C#P1DD2nm%#U^r@Ss&)hV9?xyJrH%(vCG<}6gy^&Z5Rg2YXF+Nski(cN{J2gPsk^aUOy@S?qZ3}l$oXoFD8B0@i'
    '`kO{R*FvwNBvtm~-+!K^si42bmGyGjhBCKd$vD-@#w58)^0{>2YWrW$-~e@CWE$>-iHY!%4s>%P3l0=dV%4OVO+L5hLF~>yx`wf?QXlI3Zm*~F'
    'EwZE!9o&B3t=^x==XO7Y1BHq9k<~XZUH$2gTl;^z`0q99$;^$pRb9>(#L}J&_&rJHbBX)*WY6~<*M2T<{)O7zcIAq5UqtU=cdy@WDxVvA;0!2R'
    'C$6rz{g)H>wH@Eyc>w$Ahq1run=K>M_OkZxex+AL>yoxRJq%pvqle;Ony1#Ue_cL$Z~pgjsYU}jq1&oOz74e*XR1qDDW8kqr!&b!Haj$!%BF_1'
    '!^1<Ff#hH+lN=aIrW5H@I+e&|(%DRAFgZ-U{9)V7jTrGG=6D&R&Mx@rokv|wo(I2!gJ|ynTIWNai*Sogu%Hs}5b5<Px$afcG`WI$yn~?Ir$=bx'
    'ng>u2?(N<VAN=<=E-*WSSZ@dVu_vMdY%+-Tc8?!>D~L@6v0nE3vEuRoHXX!zx!dW(-t=G>shO8jeg0hY+&#!XR)|D)&bLO(t_36?SkH#p`j5Lo'
    'aP+H#JGGL%vs-Ujgkg9`p2_|P6gHSK'
)

for text in (ARCHIVE, LEGACY):
    found = torch.load(file(text))
    print(found)
    found["x"][1, 0] = 9
    print(found["row"], found["t"], found["t"].stride(), found["p"].requires_grad)
    try:
        torch.load(file(text), map_location="cuda")
    except RuntimeError as error:
        print(error)
model = torch.load(file(MODULE), weights_only=False)
print(model, model(torch.ones(1, 2)).detach(), [p.requires_grad for p in model.parameters()])
model(torch.ones(1, 2)).sum().backward()
print(model[0].weight.grad)
