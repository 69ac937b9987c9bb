/** The address that a link in one of our mails brings along. In the fragment, which browsers send to no server. */
export function emailInAddress({ hash }: { hash: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('email')
}
