export type Mode = "production" | "development";
