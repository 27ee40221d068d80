import { Html } from './html.ts';

const CSS = `
:root { color-scheme: light dark; --ink: #1c1917; --soft: #6b6560; --line: #e3ded8; --paper: #fbfaf8; --accent: #9a3412; --chip: #f1ece6; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece7e1; --soft: #a29a92; --line: #38332e; --paper: #191715; --accent: #f0a07a; --chip: #2a2622; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
a:focus-visible, input:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; padding: 1rem max(1rem, calc(50% - 34rem)); border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; font-size: 1.2rem; color: var(--ink); }
nav a { margin-left: 1rem; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
form { display: flex; gap: .5rem; }
input[type=search] { flex: 1; min-width: 0; padding: .6rem .8rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .4rem; }
button { padding: .6rem 1.2rem; font: inherit; color: var(--paper); background: var(--accent); border: 0; border-radius: .4rem; cursor: pointer; }
.columns { display: grid; grid-template-columns: 15rem 1fr; gap: 2.5rem; margin-top: 1.5rem; }
@media (max-width: 45rem) { .columns { grid-template-columns: 1fr; } aside { order: 2; } }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.5rem 0 .4rem; }
aside ul, .results { list-style: none; margin: 0; padding: 0; }
aside li { display: flex; justify-content: space-between; gap: .5rem; font-size: .9rem; overflow-wrap: anywhere; }
aside li span { flex: none; }
aside li span, .note, .meta { color: var(--soft); }
aside [aria-current] { font-weight: 700; }
.results > li { padding: 1rem 0; border-bottom: 1px solid var(--line); }
.results h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
.results p { margin: .25rem 0; overflow-wrap: anywhere; }
.meta { font-size: .85rem; }
code, pre { font: .85em/1.45 ui-monospace, monospace; background: var(--chip); border-radius: .25rem; padding: .1em .35em; overflow-wrap: anywhere; }
pre { padding: .8rem; overflow-x: auto; }
details { border: 1px solid var(--line); border-radius: .4rem; margin: .6rem 0; padding: .2rem .8rem; }
summary { cursor: pointer; padding: .3rem 0; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-top: 1px solid var(--line); }
.verb { display: inline-block; min-width: 4.2rem; font-weight: 700; }
`;

/** The style sheet of all pages. Its hash stands in their content security policy. */
export const STYLE = new Html(`<style>${CSS}</style>`);
