export const dollars = (cents: number) =>
  `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`

/** Each amount as the vendor repeats it: in cents, in US cents, and formatted. */
export const amountFields = (amounts: Record<string, number>): Record<string, number | string> => ({
  ...amounts,
  ...Object.fromEntries(
    Object.entries(amounts).flatMap(([name, cents]) => [
      [`${name}_usd`, cents],
      [`${name}_formatted`, dollars(cents)],
    ]),
  ),
})
