import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { emailInAddress } from '#api/sign-in/email-in-address.ts'

/** The address that a neighbouring page or a link in a mail hands over, so that nobody types it twice. */
export function useKnownEmail(): string {
  const { state, hash } = useLocation()
  // The page was rendered without the fragment, and what is hydrated must match what was sent.
  const isInBrowser = useSyncExternalStore(neverChanges, yes, no)
  const { email } = (state ?? {}) as { email?: string }

  return email ?? (isInBrowser ? (emailInAddress({ hash }) ?? '') : '')
}

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
