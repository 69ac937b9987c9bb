import type { PublicContent } from '@app/contract/public-content'
import { createContext, use } from 'react'

const ContentContext = createContext<PublicContent | null>(null)

export const PublicContentProvider = ContentContext.Provider

/** The content that the server has read from its tables into this page. */
export function usePublicContent(): PublicContent {
  const content = use(ContentContext)

  if (!content) throw new Error('usePublicContent needs a PublicContentProvider above it')
  return content
}
