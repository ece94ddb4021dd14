import { config } from "zod";

// A page's policy lets nobody make code of text. Without this zod would try, to see whether it may.
config({ jitless: true });
