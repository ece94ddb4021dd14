/** The HTTP method of an operation, with a colour per method. */
export function MethodBadge({ method }: { method: string }) {
  return (
    <span
      className={`inline-flex w-14 shrink-0 justify-center rounded px-1 py-px font-medium font-mono text-[0.6875rem] uppercase ${looks[method] ?? "bg-hover text-text"}`}
    >
      {method}
    </span>
  );
}

const looks: { readonly [method: string]: string } = {
  get: "bg-(--option-blue-bg) text-(--option-blue-text)",
  post: "bg-(--option-green-bg) text-(--option-green-text)",
  put: "bg-(--option-yellow-bg) text-(--option-yellow-text)",
  patch: "bg-(--option-orange-bg) text-(--option-orange-text)",
  delete: "bg-(--option-red-bg) text-(--option-red-text)",
};
