import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { emailInAddress } from '#api/sign-in/email-in-address.ts'

/** The address from another sign-in page or a mail link, to prefill the form. */
export function useKnownEmail(): string {
  const { state, hash } = useLocation()
  // The server rendered the page without the fragment, and hydration must match.
  const isInBrowser = useSyncExternalStore(neverChanges, yes, no)
  const { email } = (state ?? {}) as { email?: string }

  return email ?? (isInBrowser ? (emailInAddress({ hash }) ?? '') : '')
}

const neverChanges = () => () => {}
const yes = () => true
const no = () => false
