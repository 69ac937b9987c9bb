import type { Page } from '@playwright/test'

/** Chromium's own authenticator, which touches and verifies by itself. */
export async function plugIn(page: Page, transport: 'internal' | 'usb') {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const isPhone = transport === 'internal'
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: isPhone,
      hasUserVerification: isPhone,
      isUserVerified: isPhone,
      automaticPresenceSimulation: true,
    },
  })

  return {
    unplug: () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}
