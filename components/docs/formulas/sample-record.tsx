/** The record that the examples of all functions are about. */
export function SampleRecord({ values }: { values: readonly { name: string; shown: string }[] }) {
  return (
    <section aria-labelledby="examples" className="flex min-w-0 flex-col gap-3">
      <h2 id="examples" className="scroll-mt-16 font-semibold text-xl">
        Examples
      </h2>
      <p className="max-w-[72ch] text-sm leading-6">
        The examples of all functions use a record with these values:
      </p>
      <table className="w-fit border-collapse text-left text-dense">
        <thead>
          <tr>
            {["Field", "Value"].map((head) => (
              <th
                key={head}
                scope="col"
                className="border-border border-b py-1.5 pr-8 font-medium text-muted"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {values.map(({ name, shown }) => (
            <tr key={name} className="border-border border-b">
              <th scope="row" className="py-1.5 pr-8 font-normal">
                {name}
              </th>
              <td className="py-1.5 pr-8">{shown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
