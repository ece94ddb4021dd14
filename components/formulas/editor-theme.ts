import { EditorView } from "@codemirror/view";

/** The looks that CodeMirror's own elements need. All colours are tokens, so that they follow the page's theme. */
export const editorTheme = EditorView.theme({
  "&": { fontSize: "inherit", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    lineHeight: "1.5rem",
    maxHeight: "15rem",
    overflow: "auto",
  },
  ".cm-content": { minHeight: "4.5rem", padding: "0.25rem 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 0.625rem", overflowWrap: "anywhere" },
  ".cm-placeholder": { color: "var(--muted)" },
  ".cm-tooltip": {
    zIndex: 60,
    border: "0",
    backgroundColor: "var(--raised)",
    color: "var(--text)",
    boxShadow: "var(--shadow)",
    borderRadius: "0.5rem",
  },
  ".cm-tooltip.formula-completions > ul": {
    fontFamily: "inherit",
    maxHeight: "13rem",
    minWidth: "12rem",
    maxWidth: "min(22rem, calc(100vw - 1rem))",
    padding: "0.25rem",
  },
  ".cm-tooltip.formula-completions > ul > li": {
    display: "flex",
    alignItems: "center",
    gap: "0.5rem",
    minHeight: "1.75rem",
    padding: "0 0.5rem",
    borderRadius: "0.375rem",
  },
  ".cm-tooltip.formula-completions > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-soft)",
    color: "var(--text)",
  },
  ".cm-tooltip.formula-completions > ul > completion-section": {
    display: "block",
    padding: "0.25rem 0.5rem",
    border: "0",
    opacity: "1",
    color: "var(--muted)",
    fontSize: "0.75rem",
  },
  ".cm-completionLabel": { flexShrink: "0" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionDetail": {
    minWidth: "0",
    marginInlineStart: "0",
    overflow: "hidden",
    textOverflow: "ellipsis",
    fontStyle: "normal",
    color: "var(--muted)",
  },
  ".cm-tooltip.cm-completionInfo": { padding: "0.5rem 0.625rem", maxWidth: "18rem" },
  ".formula-example": {
    marginTop: "0.25rem",
    fontFamily: "var(--font-mono)",
    fontSize: "0.75rem",
    color: "var(--muted)",
    overflowWrap: "anywhere",
  },
});
