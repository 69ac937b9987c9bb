import { askIdentity } from './ask-identity.ts'

/** The sign-in of a company, begun at the server. */
export type CompanySignIn = { domain: string; url: string; begunAt: number }

/** The server forgets a sign-in after five minutes. */
const USABLE_MS = 4 * 60_000

/** Whoever waits longer signs in by password. */
const LONGEST_WAIT_MS = 2500

/** null: people of this domain have no company's sign-in, as far as is known in time. Says nothing about accounts. */
export function findCompanySignIn(
  domain: string,
  redirectTo: string,
): Promise<CompanySignIn | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, null))

  // A failure only takes this way away; the password stays.
  return Promise.race([begin(domain, redirectTo).catch(() => null), late])
}

/** Navigates away from the page. false: the company has no sign-in any more. */
export async function goToCompany(begun: CompanySignIn, redirectTo: string): Promise<boolean> {
  const isFresh = Date.now() - begun.begunAt < USABLE_MS
  const usable = isFresh ? begun : await begin(begun.domain, redirectTo)
  if (usable) location.assign(usable.url)

  return usable !== null
}

async function begin(domain: string, redirectTo: string): Promise<CompanySignIn | null> {
  const { url } = await askIdentity<{ url: string | null }>('sso', {
    method: 'POST',
    body: { domain, redirect_to: redirectTo, skip_http_redirect: true, is_optional: true },
  })

  return url === null ? null : { domain, url, begunAt: Date.now() }
}
