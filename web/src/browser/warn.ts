/** For whoever looks at the console: something is odd, and goes on all the same. */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: that is what it is for.
  console.warn(text)
}
