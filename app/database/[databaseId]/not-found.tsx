import { MissingTable } from "@/components/tables/missing-table";

/** Shown if the database exists but the table in the URL does not; keeps the tabs of the other tables. */
export default MissingTable;
