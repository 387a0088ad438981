import { checkSite } from "./site-report.ts";

process.exitCode = await checkSite(process.argv.slice(2));
