import { StartError } from '#errors/start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Problem = string

/** Reads variables and collects all problems, so that one start reports them all to the operator. */
export function readEnvironment(environment: Environment) {
  // A variable that is read twice is reported once.
  const problems = new Set<Problem>()
  const variables = openVariables(environment)
  const { get } = variables

  return {
    ...variables,
    problem: (text: Problem) => void problems.add(text),

    text: (name: string, otherwise: string) => get(name) ?? otherwise,

    whole(name: string, otherwise: number, { min, max }: { min: number; max: number }) {
      const value = get(name)
      if (value === undefined) return otherwise
      const number = Number(value)
      if (Number.isInteger(number) && number >= min && number <= max) return number

      problems.add(`${name} must be a whole number from ${min} to ${max}`)
      return otherwise
    },

    flag(name: string, otherwise: boolean) {
      const value = get(name)?.toLowerCase()
      if (value === undefined) return otherwise
      if (['true', '1', 'on', 'yes'].includes(value)) return true
      if (['false', '0', 'off', 'no'].includes(value)) return false

      problems.add(`${name} must be true or false`)
      return otherwise
    },

    oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice) {
      const value = get(name)
      if (value === undefined) return otherwise
      const choice = choices.find((one) => one === value)
      if (choice) return choice

      problems.add(`${name} must be one of ${choices.join(', ')}`)
      return otherwise
    },

    /** An address without a trailing slash; `protocols` as in `https:`. */
    address(name: string, otherwise: string, protocols: readonly string[]) {
      const value = get(name)
      if (value === undefined) return otherwise
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) {
        return value.replace(/\/+$/, '')
      }

      problems.add(`${name} must be an address that begins with ${protocols.join(' or ')}`)
      return otherwise
    },

    /** A host address without path or trailing slash. */
    origin(name: string, otherwise: string) {
      const value = get(name)
      if (value === undefined) return otherwise
      if (ORIGIN.test(value) && URL.canParse(value)) return value.replace(/\/+$/, '')

      problems.add(
        `${name} must be an address that begins with http: or https: and has no path, query or user, such as https://example.com`,
      )
      return otherwise
    },

    list: (name: string) =>
      (get(name) ?? '')
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),

    /** Values never appear in the message: some of them are secrets. */
    refuseProblems() {
      if (problems.size === 0) return
      throw new StartError(`The configuration is not usable: ${[...problems].join('; ')}.`)
    },
  }
}

/** The values, and the names that the program has read or declared. */
function openVariables(environment: Environment) {
  const known = new Set<string>()
  const read = (name: string) => {
    const value = environment[name]?.trim()

    return value === '' || (value && isServiceLink(name, value)) ? undefined : value
  }

  return {
    get: (name: string) => {
      known.add(name)
      return read(name)
    },
    /** Declares variables that are read elsewhere, or only when other variables have certain values. */
    know: (...names: string[]) => {
      for (const name of names) known.add(name)
    },
    known: () => [...known],
    /** Variables that are set but not declared. */
    unread: () =>
      Object.keys(environment).filter((name) => !known.has(name) && read(name) !== undefined),
  }
}

const ORIGIN = /^https?:\/\/[^/?#@\\\s]+\/*$/i

/** Kubernetes sets these for every service of a namespace, even if a program uses the names differently. */
const isServiceLink = (name: string, value: string) =>
  SERVICE_LINK.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):\/\//.test(value))
const SERVICE_LINK = /_SERVICE_(HOST|PORT)(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_(ADDR|PORT|PROTO))?$/

export type EnvironmentReader = ReturnType<typeof readEnvironment>
