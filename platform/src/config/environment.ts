import { StartError } from '#errors/start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

type Problem = string

/** Reads variables and collects all problems, so that an operator sees them at once instead of one per start. */
export function readEnvironment(environment: Environment) {
  // A variable that is read twice is reported once.
  const problems = new Set<Problem>()
  const given = (name: string) => {
    const value = environment[name]?.trim()

    return value === '' ? undefined : value
  }

  return {
    given,
    problem: (text: Problem) => void problems.add(text),

    text: (name: string, otherwise: string) => given(name) ?? otherwise,

    whole(name: string, otherwise: number, { min, max }: { min: number; max: number }) {
      const value = given(name)
      if (value === undefined) return otherwise
      const number = Number(value)
      if (Number.isInteger(number) && number >= min && number <= max) return number

      problems.add(`${name} must be a whole number from ${min} to ${max}`)
      return otherwise
    },

    flag(name: string, otherwise: boolean) {
      const value = given(name)?.toLowerCase()
      if (value === undefined) return otherwise
      if (['true', '1', 'on', 'yes'].includes(value)) return true
      if (['false', '0', 'off', 'no'].includes(value)) return false

      problems.add(`${name} must be true or false`)
      return otherwise
    },

    oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise: Choice) {
      const value = given(name)
      if (value === undefined) return otherwise
      const choice = choices.find((one) => one === value)
      if (choice) return choice

      problems.add(`${name} must be one of ${choices.join(', ')}`)
      return otherwise
    },

    /** An address without a slash at its end; `protocols` as in `https:`. */
    address(name: string, otherwise: string, protocols: readonly string[]) {
      const value = given(name)
      if (value === undefined) return otherwise
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) {
        return value.replace(/\/+$/, '')
      }

      problems.add(`${name} must be an address that begins with ${protocols.join(' or ')}`)
      return otherwise
    },

    list: (name: string) =>
      (given(name) ?? '')
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

export type EnvironmentReader = ReturnType<typeof readEnvironment>
