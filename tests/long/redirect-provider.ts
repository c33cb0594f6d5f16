/*
 * Loaded before the shop (node --import): what it sends to the simulator in its own process goes to the one at
 * PROVIDER_PORT.
 */
const direct = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const wanted = String(input);
  const isForProvider = wanted.includes("/simulateur-paypal/");
  return direct(
    isForProvider ? wanted.replace(/:\d+\//, `:${process.env["PROVIDER_PORT"]}/`) : input,
    init,
  );
};
