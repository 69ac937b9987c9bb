import { useState } from 'react'
import type { CompanySignIn } from '#api/sign-in/company-sign-in.ts'
import { usePublicConfig } from '#config/public-config.tsx'

/** Whoever waits longer signs in by password. */
const LONGEST_WAIT_MS = 2500

const loadCompanies = () => import('#api/sign-in/company-sign-in.ts')

/** The sign-in of the company whose domain an address has. */
export function useCompany(redirectTo: () => string) {
  const { sso } = usePublicConfig()
  const [begun, setBegun] = useState<CompanySignIn | null>(null)

  /** A failure only takes this way away; the password stays. */
  async function find(email: string): Promise<void> {
    const domain = domainOf(email)
    const asked = loadCompanies()
      .then(({ beginCompanySignIn }) => beginCompanySignIn(domain, redirectTo()))
      .catch(() => null)
    const late = new Promise<null>((resolve) => setTimeout(resolve, LONGEST_WAIT_MS, null))

    setBegun(await Promise.race([asked, late]))
  }

  return {
    /** undefined: no company has a sign-in here, so nothing is asked. */
    find: sso ? find : undefined,
    /** null for another domain than the one that was asked for. */
    nameFor: (email: string) => (begun?.domain === domainOf(email) ? begun.domain : null),
    go: async () => begun !== null && (await loadCompanies()).goToCompany(begun, redirectTo()),
  }
}

const domainOf = (email: string) =>
  email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
