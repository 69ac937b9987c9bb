import { askIdentity } from './ask-identity.ts'

/** The sign-in of a company, begun at the server. */
export type CompanySignIn = { domain: string; url: string; begunAt: number }

/** The server forgets a sign-in after five minutes. */
const USABLE_MS = 4 * 60_000

/** null: people of this domain have no company's sign-in. Says nothing about accounts. */
export async function beginCompanySignIn(
  domain: string,
  redirectTo: string,
): Promise<CompanySignIn | null> {
  const { url } = await askIdentity<{ url: string | null }>('sso', {
    method: 'POST',
    body: { domain, redirect_to: redirectTo, skip_http_redirect: true, is_optional: true },
  })

  return url === null ? null : { domain, url, begunAt: Date.now() }
}

/** Navigates away from the page. false: the company has no sign-in any more. */
export async function goToCompany(begun: CompanySignIn, redirectTo: string): Promise<boolean> {
  const isFresh = Date.now() - begun.begunAt < USABLE_MS
  const usable = isFresh ? begun : await beginCompanySignIn(begun.domain, redirectTo)
  if (usable) location.assign(usable.url)

  return usable !== null
}
