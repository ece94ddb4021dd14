import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { replaceAddress } from "@/components/open-table/open-record";
import { isDate } from "@/lib/field-types/date";
import type { Day } from "./days/day";

/** Query parameter of the page with the day that a calendar shows. */
const dayParameter = "date";

/** The day that a calendar shows around it, which the page's address has unless it is today. */
export function useShownDay(today: Day): readonly [Day, (day: Day) => void] {
  const asked = useSearchParams().get(dayParameter);
  const [chosen, choose] = useState(asked !== null && isDate(asked) ? asked : null);
  const shown = chosen === today ? null : chosen;
  useEffect(() => {
    const address = new URL(window.location.href);
    if (address.searchParams.get(dayParameter) === shown) return;
    if (shown === null) address.searchParams.delete(dayParameter);
    else address.searchParams.set(dayParameter, shown);
    replaceAddress(address);
  }, [shown]);
  return [shown ?? today, choose];
}
