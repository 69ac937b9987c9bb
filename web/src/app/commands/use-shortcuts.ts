import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useMember } from '#api/session/session.ts'
import { areaKeys } from '#browser/area-keys.ts'
import { areLettersOn } from '#browser/letters-choice.ts'
import { goToKeys } from './go-to-keys.ts'
import { readKeys } from './read-keys.ts'

type Openers = { toggleMenu: () => void; showShortcuts: () => void }

/** The keys that work on every screen of a member. */
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
      const action = areLettersOn() ? read(event) : null
      if (!action) return

      // A slash would be typed into the field that opens.
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
