import type { RouteObject } from 'react-router'
import { paths } from '#config/paths.ts'
import { consentRoute } from './consent-route.ts'
import { docsRoutes } from './docs-routes.ts'
import { ErrorPage } from './error-page.tsx'
import { FullLayout } from './full-layout.tsx'
import { AdminsOnly, GuestsOnly, GuestsOrMessage, MembersOnly } from './guards.tsx'
import { page } from './page.ts'
import { projectRoutes } from './project-routes.ts'
import { RootLayout } from './root-layout.tsx'
import { adminPage, guarded, screen, screens, withData } from './route-parts.tsx'

// Bare layout: these screens have their own frame, without site header and footer.

const bare: RouteObject[] = [
  {
    Component: GuestsOnly,
    children: [
      screen(
        paths.home,
        {
          ...page('on-use', 'home.pageTitle', 'home.description', ['landing', 'firstSteps']),
          isLanding: true,
        },
        async () => (await import('#screens/home/home-screen.tsx')).HomeScreen,
      ),
      screen(
        paths.login,
        page('on-use', 'login.pageTitle', 'login.description', ['auth']),
        async () => (await import('#screens/auth/login-screen.tsx')).LoginScreen,
      ),
      screen(
        paths.register,
        page('on-use', 'register.pageTitle', 'register.description', ['auth']),
        async () => (await import('#screens/auth/register-screen.tsx')).RegisterScreen,
      ),
      screen(
        paths.forgotPassword,
        page('on-use', 'forgotPassword.pageTitle', 'forgotPassword.description', ['auth']),
        async () => (await import('#screens/auth/forgot-password-screen.tsx')).ForgotPasswordScreen,
      ),
    ],
  },
  {
    Component: GuestsOrMessage,
    children: [
      screen(
        paths.resendConfirmation,
        page('on-use', 'resend.pageTitle', 'resend.description', ['auth']),
        async () => (await import('#screens/auth/resend-screen.tsx')).ResendScreen,
      ),
    ],
  },
]

const full: RouteObject[] = [
  {
    Component: GuestsOrMessage,
    children: [
      screen(
        paths.registerConfirm,
        page('on-use', 'registerConfirm.pageTitle', 'registerConfirm.description', ['auth']),
        async () =>
          (await import('#screens/auth/register-confirm-screen.tsx')).RegisterConfirmScreen,
      ),
    ],
  },
  withData(
    ...screens(
      [paths.pricing, paths.upgrade],
      page('on-use', 'pricing.pageTitle', 'pricing.description', ['pricing', 'billing']),
      async () => (await import('#screens/pricing/pricing-screen.tsx')).PricingScreen,
    ),
  ),
  ...screens(
    [paths.privacyPolicy, paths.privacyPolicyOld],
    page('on-use', 'legal.privacy.pageTitle', 'legal.privacy.description', ['legal']),
    async () => (await import('#screens/legal/privacy-policy-screen.tsx')).PrivacyPolicyScreen,
  ),
  ...screens(
    [paths.termsOfUse, paths.termsOfUseLower],
    page('on-use', 'legal.terms.pageTitle', 'legal.terms.description', ['legal']),
    async () => (await import('#screens/legal/terms-of-use-screen.tsx')).TermsOfUseScreen,
  ),
  ...docsRoutes,
  ...screens(
    [paths.welcome, paths.installSuccess],
    page('on-answer', 'welcome.pageTitle', 'welcome.description', ['extension', 'firstSteps']),
    async () => (await import('#screens/extension/welcome-screen.tsx')).WelcomeScreen,
  ),
  screen(
    paths.uninstallFeedback,
    page('on-use', 'uninstall.pageTitle', 'uninstall.description', ['extension']),
    async () => (await import('#screens/extension/uninstall-screen.tsx')).UninstallScreen,
  ),
  screen(
    paths.goodbye,
    page('on-use', 'goodbye.pageTitle', 'goodbye.description', ['extension']),
    async () => (await import('#screens/extension/goodbye-screen.tsx')).GoodbyeScreen,
  ),
  {
    Component: MembersOnly,
    children: [
      withData(
        screen(
          paths.dashboard,
          {
            ...page('shell', 'dashboard.pageTitle', 'dashboard.description', [
              'dashboard',
              'github',
            ]),
            screen: 'screens/dashboard/dashboard-screen.tsx',
          },
          async () => (await import('#screens/dashboard/dashboard-screen.tsx')).DashboardScreen,
        ),
        ...projectRoutes,
        screen(
          paths.githubDemo,
          {
            ...page('shell', 'githubDemo.pageTitle', 'githubDemo.description', [
              'github',
              'githubPages',
            ]),
            screen: 'screens/github/demo-screen.tsx',
          },
          async () => (await import('#screens/github/demo-screen.tsx')).DemoScreen,
        ),
        screen(
          paths.simulator,
          {
            ...page('shell', 'simulator.pageTitle', 'simulator.description', [
              'simulator',
              'panels',
            ]),
            screen: 'screens/simulator/simulator-screen.tsx',
          },
          async () => (await import('#screens/simulator/simulator-screen.tsx')).SimulatorScreen,
        ),
        screen(
          paths.settings,
          {
            ...page('shell', 'settings.pageTitle', 'settings.description', ['settings']),
            screen: 'screens/settings/settings-screen.tsx',
          },
          async () => (await import('#screens/settings/settings-screen.tsx')).SettingsScreen,
        ),
        screen(
          paths.githubSetup,
          {
            ...page('shell', 'githubSetup.pageTitle', 'githubSetup.description', [
              'github',
              'githubPages',
            ]),
            screen: 'screens/github/setup-screen.tsx',
          },
          async () => (await import('#screens/github/setup-screen.tsx')).SetupScreen,
        ),
      ),
    ],
  },
  // Public: a user whose session ended during the flow reads that here instead of being redirected.
  withData(
    screen(
      paths.githubCallback,
      {
        ...page('shell', 'githubCallback.pageTitle', 'githubCallback.description', [
          'github',
          'githubPages',
        ]),
        screen: 'screens/github/callback-screen.tsx',
      },
      async () => (await import('#screens/github/callback-screen.tsx')).CallbackScreen,
    ),
  ),
  {
    Component: AdminsOnly,
    children: [
      withData(
        guarded(
          paths.admin,
          adminPage('admin.description', ['admin']),
          async () => (await import('#screens/admin/admin-frame.tsx')).AdminFrame,
          guarded(
            paths.admin,
            adminPage('admin.description', ['admin', 'figures']),
            async () => (await import('#screens/admin/admin-screen.tsx')).AdminScreen,
          ),
          guarded(
            paths.adminUsers,
            adminPage('admin.people.lead', ['admin', 'billing', 'extension', 'github']),
            async () => (await import('#screens/admin-users/users-screen.tsx')).UsersScreen,
          ),
          guarded(
            paths.adminSubscribers,
            adminPage('admin.billing.lead', ['admin', 'billing']),
            async () =>
              (await import('#screens/admin-subscribers/subscribers-screen.tsx')).SubscribersScreen,
          ),
          guarded(
            paths.adminOperations,
            adminPage('adminOperations.lead', ['admin', 'adminOperations']),
            async () =>
              (await import('#screens/admin-operations/operations-screen.tsx')).OperationsScreen,
          ),
          guarded(
            paths.adminFeedback,
            adminPage('admin.feedback.lead', ['admin', 'extension', 'figures']),
            async () =>
              (await import('#screens/admin-feedback/feedback-screen.tsx')).FeedbackScreen,
          ),
          guarded(
            paths.adminOAuth,
            adminPage('adminOAuth.lead', ['admin', 'adminOAuth']),
            async () => (await import('#screens/admin-oauth/clients-screen.tsx')).ClientsScreen,
          ),
          guarded(
            paths.adminSso,
            adminPage('adminSso.lead', ['admin', 'adminSso']),
            async () => (await import('#screens/admin-sso/providers-screen.tsx')).ProvidersScreen,
          ),
          screen(
            `${paths.admin}/*`,
            page('shell', 'notFound.pageTitle', 'notFound.description'),
            async () => (await import('#app/not-found-page.tsx')).NotFoundPage,
          ),
        ),
      ),
    ],
  },
  {
    lazy: async () => ({
      Component: (await import('./development-only.tsx')).DevelopmentOnly,
    }),
    children: [
      screen(
        paths.gallery,
        {
          ...page('shell', 'gallery.pageTitle', 'gallery.description', ['gallery']),
          isDevelopmentOnly: true,
        },
        async () => (await import('#screens/gallery/gallery-screen.tsx')).GalleryScreen,
      ),
    ],
  },
  screen(
    paths.unauthorized,
    page('on-use', 'unauthorized.pageTitle', 'unauthorized.description'),
    async () => (await import('#app/unauthorized-page.tsx')).UnauthorizedPage,
  ),
  screen(
    '*',
    { ...page('on-use', 'notFound.pageTitle', 'notFound.description'), status: 404 },
    async () => (await import('#app/not-found-page.tsx')).NotFoundPage,
  ),
]

/** The route table from the specification (section 2), as far as implemented. Other paths answer 404. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    children: [...bare, consentRoute, { Component: FullLayout, children: full }],
  },
]
