const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system from the user agent, under familiar names; null if unknown. */
export function deviceName(userAgent: string): { browser: string; system: string } | null {
  const browser = nameIn(BROWSERS, userAgent)
  const system = nameIn(SYSTEMS, userAgent)

  return browser && system ? { browser, system } : null
}

/** Every browser also claims to be its predecessors, so the order matters. */
const nameIn = (names: [RegExp, string][], userAgent: string) =>
  names.find(([mark]) => mark.test(userAgent))?.[1]
