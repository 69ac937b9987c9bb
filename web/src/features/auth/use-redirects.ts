import { useLocation } from 'react-router'
import { redirectAddress } from '#browser/redirect-address.ts'
import { paths } from '#config/paths.ts'
import { usePublicConfig } from '#config/public-config.tsx'

/** The redirect URLs for mails and providers. Functions, because the URLs are known only in the browser. */
export function useRedirects() {
  const { siteUrl } = usePublicConfig()
  const { state } = useLocation()
  const { from } = (state ?? {}) as { from?: { pathname: string; search: string } }
  const address = (path: string) => redirectAddress(path, window.location, siteUrl)

  return {
    /** The page that the guest originally requested. */
    toOrigin: () => address(from ? `${from.pathname}${from.search}` : paths.dashboard),
    toDashboard: () => address(paths.dashboard),
    toNewPassword: () => address(paths.security),
    toAccount: () => address(paths.account),
  }
}
