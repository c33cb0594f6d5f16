import { afterEach, expect, test, vi } from "vitest";
import { profileForm } from "./profile-schema.ts";

afterEach(() => vi.useRealTimers());

test("the last possible day of birth is today in Paris, as its field says", () => {
  // Half past midnight in Paris, still the day before in UTC.
  vi.useFakeTimers({ now: new Date("2026-11-20T23:30:00Z") });
  const accepts = (dateOfBirth: string) =>
    profileForm.shape.dateOfBirth.safeParse(dateOfBirth).success;
  expect(["2026-11-20", "2026-11-21", "2026-11-22"].map(accepts)).toEqual([true, true, false]);
});
