/** The client's address with an answer. Its own query stays as it was registered, character by character. */
export function returnAddress(
  redirectUri: string,
  answer: Readonly<Record<string, string | null>>,
): string {
  const present = Object.entries(answer).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )

  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(present)}`
}
