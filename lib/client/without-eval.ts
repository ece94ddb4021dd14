import { config } from "zod";

// A page's policy lets nobody make code of text. Without this zod would try, to see whether it may, with the first shape
// that is made: so whatever begins a page or a worker imports this first.
config({ jitless: true });
