import { createTranslator } from '@app/ui/translator.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { configScript } from '#config/config-script.ts'
import { exampleConfig } from '#config/example-config.ts'
import { PublicConfigProvider } from '#config/public-config.tsx'
import { LanguageProvider } from './language-provider.tsx'
import type { Language } from './languages.ts'
import { allWords } from './whole-library.ts'

// Modules that call the server read their configuration from the page.
document.head.insertAdjacentHTML('beforeend', configScript(exampleConfig))

/** For tests: an element within what the application gives to every screen. */
export function inExampleApp(element: ReactNode, language: Language = 'en'): ReactNode {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter([{ path: '*', element }])

  return (
    <PublicConfigProvider value={exampleConfig}>
      <LanguageProvider initial={createTranslator(language, allWords[language])}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LanguageProvider>
    </PublicConfigProvider>
  )
}
