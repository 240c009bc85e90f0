/** The style of the reference page. The page has no other style, and no script. */
export const STYLE = `
:root { color-scheme: light dark; --line: #c8c8c8; --soft: #f4f4f4; --link: #0b57d0; --text: #1b1b1b; --page: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --line: #4a4a4a; --soft: #242424; --link: #8ab4f8; --text: #e8e8e8; --page: #161616; }
}
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); }
a { color: var(--link); }
h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.05rem; }
h4 { margin: 1rem 0 0.3rem; font-size: 0.95rem; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--soft); padding: 0.7rem; overflow-x: auto; border-radius: 4px; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); }
summary { cursor: pointer; }
section { overflow-wrap: anywhere; }
.method { font-weight: 700; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
`;
