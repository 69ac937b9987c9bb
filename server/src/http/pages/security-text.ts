import { LANGUAGES } from '@app/contract/languages'
import type { PublicConfig } from '@app/contract/public-config'

const DAY_MS = 86_400_000
/** An installation that is not updated for so long should not promise answers. */
const GOOD_FOR_MS = 180 * DAY_MS

/** Where to report a weakness, as RFC 9116 has it. It ends half a year after the program was built. */
export function securityText(
  { siteUrl }: Pick<PublicConfig, 'siteUrl'>,
  contact: string,
  builtAt: Date,
) {
  const path = '/.well-known/security.txt'
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${new Date(builtAt.getTime() + GOOD_FOR_MS).toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${siteUrl}${path}`,
  ]

  return { path, type: 'text/plain; charset=utf-8', text: `${lines.join('\n')}\n` }
}
