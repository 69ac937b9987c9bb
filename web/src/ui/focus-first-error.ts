import { useEffect, useRef } from 'react'

/**
 * For a form: whenever new errors appear, the first field that has one gets the focus,
 * which is also how a screen reader learns of it.
 */
export function useFocusFirstError(errors: unknown) {
  const form = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])

  return form
}
