import { MissingTable } from "@/components/tables/missing-table";

/** A database that is there, without the table that the address names: its other tables stay in reach. */
export default MissingTable;
