import { useState } from 'react'
import type { CompanySignIn } from '#api/sign-in/company-sign-in.ts'
import { usePublicConfig } from '#config/public-config.tsx'

const load = () => import('#api/sign-in/company-sign-in.ts')

/** The sign-in of the company whose domain an address has. */
export function useCompany(redirectTo: () => string) {
  const { sso } = usePublicConfig()
  const [begun, setBegun] = useState<CompanySignIn | null>(null)

  const find = async (email: string) => {
    const found = load().then((company) => company.findCompanySignIn(domainOf(email), redirectTo()))
    // Without a network this part of the program may be missing, and the password stays.
    setBegun(await found.catch(() => null))
  }

  return {
    /** undefined: no company has a sign-in here, so nothing is asked. */
    find: sso ? find : undefined,
    /** null for another domain than the one that was asked for. */
    nameFor: (email: string) => (begun?.domain === domainOf(email) ? begun.domain : null),
    go: async () => begun !== null && (await load()).goToCompany(begun, redirectTo()),
  }
}

const domainOf = (email: string) => email.replace(/^.*@/, '').trim().toLowerCase()
