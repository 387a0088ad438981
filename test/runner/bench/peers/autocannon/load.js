import autocannon from "autocannon";

/**
 * Asks one address many times, in a process of its own: `node load.js <options as JSON>`, autocannon's options. Prints its
 * result as JSON.
 */
const result = await autocannon(JSON.parse(process.argv[2]));
console.log(JSON.stringify(result));
