/*
 * Loaded before the shop (node --import): redirects its requests from the built-in simulator to the one at
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
