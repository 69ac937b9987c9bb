import { useEffect } from 'react'

/**
 * For a screen that knows its title better than its route does: a tab, or something that is loaded. The title before
 * returns with the end of the part, unless the next page has set its own.
 */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (!title) return
    const before = document.title

    document.title = title
    return () => {
      if (document.title === title) document.title = before
    }
  }, [title])
}
