"""The style sheet and the script of a replay page."""

from __future__ import annotations

from typing import Final

__all__ = ["SCRIPT", "STYLE"]

STYLE: Final = """\
*{box-sizing:border-box}
body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:var(--page);color:var(--text)}
main{max-width:70rem;margin:auto}
h1{font-size:1.4rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1rem 0 .25rem}h3{font-size:1rem;margin:.5rem 0 0}
a{color:var(--link)}
.view{display:flex;flex-wrap:wrap;gap:1rem 2rem}
.board{flex:1 1 20rem;max-width:38rem;min-width:0}
.moves{flex:1 1 16rem;min-width:0}
.board svg{display:block;width:100%;height:auto;max-height:85vh}
nav{display:flex;flex-wrap:wrap;gap:.4rem;margin:.75rem 0}
nav[hidden]{display:none}
button{font:inherit;min-height:2.75rem;padding:0 .6rem;border:1px solid var(--text);border-radius:.4rem;\
background:var(--page);color:var(--text);cursor:pointer}
button[aria-disabled=true]{opacity:.45;cursor:default}
button:focus-visible,a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.told{min-height:3em;margin:.5rem 0}
ol{margin:.25rem 0;padding-left:3.5em;overflow-wrap:anywhere}
.line{max-height:60vh;overflow:auto;position:relative}
[aria-current]{font-weight:bold;outline:2px solid;outline-offset:2px}
q{font-style:italic}
@media print{nav{display:none}.line{max-height:none}}
"""

SCRIPT: Final = """\
(()=>{
const one=s=>document.querySelector(s),all=s=>[...document.querySelectorAll(s)];
const data=JSON.parse(one("#data").textContent),svg=one(".board svg");
const n=data.size,[a,b,c,d]=data.turn,links=all("[data-d]");
const nodes=Object.fromEntries(links.map(e=>[e.dataset.i,e]));
const parts=t=>[...t.matchAll(/([a-u]\\d+)(\\D)/g)];
const place=s=>{const x=2*(s.charCodeAt(0)-97)-n+1,y=2*(s.slice(1)-1)-n+1;
return[(a*x+b*y+n-1)*10,(n-1)*20-(c*x+d*y+n-1)*10]};
const state=id=>{const way=[],on={};
for(;id;id=nodes[id].dataset.p)way.unshift(nodes[id]);
for(const e of way)for(const[,s,p]of parts(e.dataset.d))if(p==".")delete on[s];else on[s]=p;
return on};
const path=(s,shape,half,more="")=>{const[x,y]=place(s);return`<path ${more}d="M${x+half} ${y+half}${shape}"/>`};
const group=(name,inner)=>inner?`<g class="${name}">${inner}</g>`:"";
const draw=(id,on)=>{
const e=nodes[id],move=(e.dataset.m||"").split("-").filter(Boolean),taken=(e.dataset.x||"").split(",").filter(Boolean);
const was=taken.length?state(e.dataset.p):{};
all(data.drawn.map(k=>".board ."+k).join()).forEach(g=>g.remove());
const men={attackers:"",defenders:""},emblems={attackers:"",defenders:""};
for(const s in on){const[side,body,emblem]=data.pieces[on[s]];
men[side]+=path(s,body,10,`class="${s}" `);if(emblem)emblems[side]+=path(s,emblem,10)}
const lost=k=>taken.filter(s=>!on[s]).map(s=>[s,data.pieces[was[s]][k]]).filter(([,p])=>p)
.map(([s,p])=>path(s,p,10)).join("");
const gone=taken.filter(s=>!on[s]||on[s]=="K").map(s=>path(s,data.crosses[+!!data.pieces[was[s]][2]],10)).join("");
const turned=taken.filter(s=>on[s]&&on[s]!="K").map(s=>path(s,data.circle,10)).join("");
one(".board .ground").insertAdjacentHTML("afterend",group("moved",move.map(s=>path(s,data.square,0)).join("")));
svg.insertAdjacentHTML("beforeend",group("brackets",move.map(s=>path(s,data.brackets,0)).join(""))
+group("halo",turned)+group("marks",turned)
+["attackers","defenders"].map(k=>group(k,men[k])+group(k+"-emblems",emblems[k])).join("")
+group("lost",lost(1))+group("lost-emblems",lost(2))+group("halo",gone)+group("crosses",gone));
return move};
const words=on=>{const found={};
for(const s of Object.keys(on).sort())(found[data.pieces[on[s]][3]]??=[]).push(s);
return Object.entries(found).map(([k,s])=>`${k}: ${s.join(", ")}`).join("; ")};
const glide=move=>{if(!move.length||matchMedia("(prefers-reduced-motion:reduce)").matches)return;
const[[x,y],[u,v]]=move.map(place);
all(`.board .attackers .${move[1]},.board .defenders .${move[1]}`).forEach(e=>
e.animate([{transform:`translate(${x-u}px,${y-v}px)`},{transform:"none"}],{duration:250,easing:"ease-out"}))};
let now=data.last,timer=0;
const next=id=>links.find(e=>e.dataset.p==id)?.dataset.i;
const stop=()=>{clearInterval(timer);timer=0;one("#play").textContent="Play"};
const show=(id,moving)=>{
now=id;const on=state(id),e=nodes[id],move=draw(id,on);if(moving)glide(move);
const told=(e.dataset.n?e.dataset.n+" ":"")+e.parentNode.textContent.trim();
one("#told").textContent=told;svg.querySelector("desc").textContent=told+" "+words(on)+".";
svg.querySelector("title").textContent=`${data.name}, ${e.dataset.m?`${e.dataset.n} ${e.textContent}`:"the start"}`;
const men=Object.values(on),count=k=>men.filter(p=>data.pieces[p][0]==k).length;
one("#count").textContent=`Attackers: ${count("attackers")}. Defenders: ${count("defenders")}.`;
links.forEach(l=>l.removeAttribute("aria-current"));e.setAttribute("aria-current","step");
const list=e.closest("ol");list.scrollTop=e.offsetTop-list.clientHeight/2;
const idle=(k,yes)=>one("#"+k).setAttribute("aria-disabled",yes);
idle("first",!e.dataset.p);idle("back",!e.dataset.p);idle("next",!next(id));idle("last",!next(id))};
const go=(id,moving)=>{if(id&&id!=now){history.replaceState(null,"","#"+id);show(id,moving)}};
const steps={first:()=>go(data.first),back:()=>go(nodes[now].dataset.p),next:()=>go(next(now),true),
last:()=>{let id=now;while(next(id))id=next(id);go(id)}};
for(const k in steps)one("#"+k).onclick=()=>{stop();steps[k]()};
one("#play").onclick=()=>{if(timer)return stop();
if(!next(now))go(data.first);
one("#play").textContent="Pause";timer=setInterval(()=>{steps.next();if(!next(now))stop()},1200)};
const keys={ArrowLeft:"back",ArrowRight:"next",Home:"first",End:"last"};
addEventListener("keydown",e=>{const k=keys[e.key];
if(k&&!e.ctrlKey&&!e.metaKey&&!e.altKey&&!e.shiftKey){e.preventDefault();stop();steps[k]()}});
const hashed=()=>{const id=location.hash.slice(1);if(Object.hasOwn(nodes,id))show(id)};
addEventListener("hashchange",()=>{stop();hashed()});
one("nav").hidden=false;show(now);hashed();
})();
"""
