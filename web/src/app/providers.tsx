import type { PublicConfig } from '@app/contract/public-config'
import type { PublicContent } from '@app/contract/public-content'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { type ReactNode, useEffect } from 'react'
import { PublicConfigProvider } from '#config/public-config.tsx'
import { PublicContentProvider } from '#config/public-content.tsx'
import { LanguageProvider } from '#i18n/language-provider.tsx'
import type { Translator } from '#i18n/messages.ts'

type Props = {
  config: PublicConfig
  content: PublicContent
  translator: Translator
  /** Called once, when every handler below is attached. */
  onReady?: () => void
  children: ReactNode
}

/** The providers around the router, identical on server and in the browser. */
export function Providers({ config, content, translator, onReady, children }: Props) {
  useEffect(() => onReady?.(), [onReady])

  return (
    // The content policy allows no style elements; our own style sheet contains those rules.
    <CSPProvider disableStyleElements>
      <PublicConfigProvider value={config}>
        <PublicContentProvider value={content}>
          <LanguageProvider initial={translator}>{children}</LanguageProvider>
        </PublicContentProvider>
      </PublicConfigProvider>
    </CSPProvider>
  )
}
