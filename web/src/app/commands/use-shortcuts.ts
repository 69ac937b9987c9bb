import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useMember } from '#api/session/session.ts'
import { areaKeys } from '#browser/area-keys.ts'
import { areShortcutsOn } from '#browser/shortcuts-choice.ts'
import { goToKeys } from './go-to-keys.ts'
import { readKeys } from './read-keys.ts'

type Openers = { toggleMenu: () => void; showShortcuts: () => void }

/** Keyboard shortcuts for every member screen. */
export function useShortcuts({ toggleMenu, showShortcuts }: Openers): void {
  const navigate = useNavigate()
  const isAdmin = useMember().profile?.role === 'admin'

  useEffect(() => {
    const read = readKeys()
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)

    function listen(event: KeyboardEvent) {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault()
        toggleMenu()
        return
      }
      const action = areShortcutsOn() ? read(event) : null
      if (!action) return

      // Otherwise a slash would be typed into the opened field.
      if ('menu' in action) event.preventDefault()
      if ('menu' in action) toggleMenu()
      else if ('list' in action) showShortcuts()
      else {
        const places = [...areaKeys(), ...goToKeys(isAdmin)]
        const place = places.find(({ key }) => key === action.goTo)
        if (place) void navigate(place.path)
      }
    }
  }, [navigate, isAdmin, toggleMenu, showShortcuts])
}

/** Members are known only in the browser, so `navigator` always exists here. */
export const commandKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
