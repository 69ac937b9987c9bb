import type { RouteObject } from 'react-router'
import { paths } from '#config/paths.ts'
import { MembersOnly } from './guards.tsx'
import { page } from './page.ts'
import { screen, withData } from './route-parts.tsx'

/** In the bare layout: nothing beside the question leads elsewhere. */
export const consentRoute: RouteObject = {
  Component: MembersOnly,
  children: [
    withData(
      screen(
        paths.consent,
        {
          ...page('shell', 'connectedApps.pageTitle', 'connectedApps.description', [
            'connectedApps',
          ]),
          screen: 'screens/auth/consent-screen.tsx',
        },
        async () => (await import('#screens/auth/consent-screen.tsx')).ConsentScreen,
      ),
    ),
  ],
}
