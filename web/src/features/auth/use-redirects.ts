import { useLocation } from 'react-router'
import { redirectAddress } from '#browser/redirect-address.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'

/** Where mails and providers shall lead back to, as whole addresses. Only known in the browser, hence functions. */
export function useRedirects() {
  const { siteUrl } = usePublicConfig()
  const { state } = useLocation()
  const { from } = (state ?? {}) as { from?: { pathname: string; search: string } }
  const address = (path: string) => redirectAddress(path, window.location, siteUrl)

  return {
    /** Where the guest wanted to go in the first place. */
    toOrigin: () => address(from ? `${from.pathname}${from.search}` : paths.dashboard),
    toDashboard: () => address(paths.dashboard),
    toNewPassword: () => address(paths.security),
    toAccount: () => address(paths.account),
  }
}
