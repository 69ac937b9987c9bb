import type { RouteObject } from 'react-router'
import { paths } from '#config/paths.ts'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './page.ts'
import { RootLayout } from './root-layout.tsx'

/** The route table of the specification (section 2), as far as it is built. What is not here answers not-found. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    children: [
      {
        path: paths.home,
        handle: {
          status: 200,
          boot: 'on-use',
          title: (t, site) => t('home.pageTitle', site),
          description: (t, site) => t('home.description', site),
        } satisfies Page,
        lazy: async () => {
          const { HomeScreen } = await import('#screens/home/home-screen.tsx')
          return { Component: HomeScreen }
        },
      },
      {
        path: '*',
        handle: {
          status: 404,
          boot: 'on-use',
          title: (t, site) => t('notFound.pageTitle', site),
          description: (t) => t('notFound.description'),
        } satisfies Page,
        Component: NotFoundPage,
      },
    ],
  },
]
