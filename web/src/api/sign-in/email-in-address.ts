/** The e-mail address in a link of our mails. In the fragment, which browsers do not send to servers. */
export function emailInAddress({ hash }: { hash: string }): string | null {
  return new URLSearchParams(hash.slice(1)).get('email')
}
