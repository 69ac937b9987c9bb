import type { RouteObject } from 'react-router'
import { paths } from '#config/paths.ts'
import { guides } from '#features/guides/guides.ts'
import { page } from './page.ts'
import { screen } from './route-parts.tsx'

/** The documentation, its guides, the list of changes and what works now. */
export const docsRoutes: RouteObject[] = [
  screen(
    paths.docs,
    page('on-use', 'docs.pageTitle', 'docs.description', ['docs']),
    async () => (await import('#screens/docs/docs-screen.tsx')).DocsScreen,
  ),
  screen(
    paths.changelog,
    page('on-use', 'docs.changelog.pageTitle', 'docs.changelog.description', ['docs']),
    async () => (await import('#screens/docs/changelog-screen.tsx')).ChangelogScreen,
  ),
  screen(
    paths.status,
    page('shell', 'docs.status.pageTitle', 'docs.status.description', ['docs']),
    async () => (await import('#screens/docs/status-screen.tsx')).StatusScreen,
  ),
  ...guides.map((guide) =>
    screen(
      guide.path,
      {
        ...page('on-use', guide.title, guide.description, ['docs']),
        title: (t, { siteName }) => `${t(guide.title)} · ${siteName}`,
      },
      async () => (await import('#screens/docs/guide-screen.tsx')).guideScreen(guide),
    ),
  ),
]
