import { expect, test } from "vitest";
import { countByNetwork, networkOf, networksOf } from "./networks.server.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("the address %s belongs to the network %s", (address, network) =>
  expect(networkOf(address)).toBe(network),
);

test("the /48 of an IPv6 address counts too, with ten times the limit", () => {
  expect(networksOf("2001:db8:1:2::9")).toEqual([
    { network: "2001:db8:1:2", times: 1 },
    { network: "2001:db8:1", times: 10 },
  ]);
  const inProgress = countByNetwork(3);
  const begun = Array.from({ length: 12 }, (_one, index) =>
    inProgress.begin(`2001:db8:1:${index}::9`, 3),
  );
  expect(begun.filter((end) => end === null)).toHaveLength(2);
  expect(inProgress.begin("2001:db8:2::9", 3)).not.toBeNull();
  begun[0]!();
  expect(inProgress.begin("2001:db8:1:0::8", 4)).toBeNull();
  expect(inProgress.begin("2001:db8:1:0::8", 3)).not.toBeNull();
});
