/** The e-mail address from a link in our mails. It is in the fragment, which browsers do not send to servers. */
export function emailInAddress({ hash }: { hash: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('email')
}
