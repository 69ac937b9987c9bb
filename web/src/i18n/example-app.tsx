import type { Language } from '@app/contract/languages'
import { createTranslator } from '@app/ui/translator.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { PublicConfigProvider } from '#config/public-config.tsx'
import { allMessages } from './all-messages.ts'
import { LanguageProvider } from './language-provider.tsx'

// Modules that call the server read their configuration from the page.
document.head.insertAdjacentHTML('beforeend', configScript(exampleConfig))

/** For tests: wraps an element in the providers of every screen. */
export function inExampleApp(
  element: ReactNode,
  language: Language = 'en',
  /** The state from the previous page. */
  state: object | null = null,
): ReactNode {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '*', element }], {
    initialEntries: [{ pathname: '/', state }],
  })

  return (
    <PublicConfigProvider value={exampleConfig}>
      <LanguageProvider initial={createTranslator(language, allMessages[language])}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </PublicConfigProvider>
  )
}
