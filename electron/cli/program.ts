import { Argument, Command, Option, type HelpConfiguration } from 'commander'
import type { Text } from '@areal-studio/core/messages'
import { CODE_PAGES } from '@areal-studio/core/layout'
import { FIND_KINDS } from '@areal-studio/core/search'
import { MOD_ACTIONS, type ModAction } from './mod-words'
import type { ApplyWords } from './apply'
import type { RunWords, ExtractWords } from './exchange'
import type { FindWords } from './find'
import type { CommandIo } from './io'
import type { LaunchWords } from './game'
import type { DictionaryWords } from './names'
import type { QueryWords } from './query'
import type { CommonOptions, Verb } from './run'

type Chosen = (verb: Verb, options: CommonOptions) => void

/** The verbs with their arguments. Parsing runs nothing: the code of a verb is loaded when it is chosen. */
export function createProgram(text: Text, io: CommandIo, chosen: Chosen): Command {
  const say = (key: string): string => text.say(`cli.help.${key}`)
  const program = new Command('areal').description(say('areal')).usage('VERB …  |  PATH')
  common(program, say)
  const verb = (words: string, parent: Command = program): Command => {
    const command = parent.command(words)
    const name = parent === program ? command.name() : `${parent.name()}-${command.name()}`
    return command.description(say(name)).allowExcessArguments(false)
  }
  const choose = (command: Command, load: Verb): void => chosen(load, command.optsWithGlobals<CommonOptions>())

  readVerbs(verb, choose, say)
  editVerbs(verb, choose, program, say)
  gameVerbs(verb, choose, say)
  shareVerbs(verb, choose, program, say)
  formatVerbs(verb, choose)
  const help = helpWords(text)
  for (const command of everyCommand(program)) quiet(command, io, say, help)
  return program
}

type MakeVerb = (words: string, parent?: Command) => Command
type Choose = (command: Command, verb: Verb) => void

function common(program: Command, say: (key: string) => string): void {
  program
    .option('--workspace <dir>', say('workspace'))
    .option('--json', say('json-option'))
    .addOption(new Option('--lang <language>', say('lang')).choices(['en', 'ru']))
    .option('--force', say('force'))
    .option('--label <text>', say('label'))
    .option('--user-data <dir>', say('user-data'))
}

function readVerbs(verb: MakeVerb, choose: Choose, say: (key: string) => string): void {
  verb('open <INSTALL>').action((install: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./read')).openVerb(install)(run)),
  )
  verb('where <INSTALL>').action((install: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./read')).whereVerb(install)(run)),
  )
  verb('sample [GAME]').action((game: string | undefined, _: unknown, command: Command) =>
    choose(command, async run => (await import('./sample')).sampleVerb(game)(run)),
  )
  verb('locate <INSTALL> <FOLDER>')
    .option('--dry-run', say('locate-dry-run'))
    .action((install: string, folder: string, words: { dryRun?: boolean }, command: Command) =>
      choose(command, async run => (await import('./read')).locateVerb(install, folder, words.dryRun === true)(run)),
    )
  verb('roots <INSTALL> [ROOT] [FOLDER]')
    .option('--remove', say('roots-remove'))
    .action(
      (
        install: string,
        root: string | undefined,
        folder: string | undefined,
        { remove }: { remove?: boolean },
        command: Command,
      ) =>
        choose(command, async run => (await import('./roots')).rootsVerb(install, root, folder, remove === true)(run)),
    )
  verb('code-page <INSTALL> <ARCHIVE> [PAGE]').action(
    (install: string, archive: string, page: string | undefined, _: unknown, command: Command) =>
      choose(command, async run => (await import('./code-page')).codePageVerb(install, archive, page)(run)),
  )
  verb('mod-folder <INSTALL> [NAME]')
    .option('--remove', say('mod-folder-remove'))
    .action((install: string, name: string | undefined, { remove }: { remove?: boolean }, command: Command) =>
      choose(command, async run => (await import('./mod-folder')).modFolderVerb(install, name, remove === true)(run)),
    )
  verb('copy-in <INSTALL> <ENTRY> [PATH]').action(
    (install: string, entry: string, path: string | undefined, _: unknown, command: Command) =>
      choose(command, async run => (await import('./roots')).copyInVerb(install, entry, path)(run)),
  )
  verb('uses <INSTALL> <ENTRY>')
    .addOption(new Option('--depth <n>', say('uses-depth')).default(1).argParser(Number))
    .action((install: string, entry: string, { depth }: { depth: number }, command: Command) =>
      choose(command, async run => (await import('./uses')).usesVerb(install, entry, depth)(run)),
    )
  verb('list <INSTALL> [ENTRY]').action((install: string, entry: string | undefined, _: unknown, command: Command) =>
    choose(command, async run => (await import('./read')).listVerb(install, entry)(run)),
  )
  verb('get <INSTALL> <ENTRY> [NODE]').action(
    (install: string, entry: string, node: string | undefined, _: unknown, command: Command) =>
      choose(command, async run => (await import('./read')).getVerb(install, entry, node)(run)),
  )
  verb('json <INSTALL> <ENTRY>').action((install: string, entry: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./read')).jsonVerb(install, entry)(run)),
  )
  verb('find <INSTALL> <TEXT>')
    .addOption(new Option('--kind <kind>', say('find-kind')).choices(FIND_KINDS).default('text'))
    .option('--match-case', say('find-match-case'))
    .option('--whole', say('find-whole'))
    .addOption(new Option('--page <page...>', say('find-page')).choices(CODE_PAGES))
    .option('--in <entry...>', say('find-in'))
    .action((install: string, text: string, words: FindWords, command: Command) =>
      choose(command, async run => (await import('./find')).findVerb(install, text, words)(run)),
    )
  verb('log <INSTALL>').action((install: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./read')).logVerb(install)(run)),
  )
  verb('changes <INSTALL>').action((install: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./changes')).changesVerb(install)(run)),
  )
  verb('check <PATH>').action((path: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./check')).checkVerb(path)(run)),
  )
  verb('round-trip <PATH...>').action((paths: string[], _: unknown, command: Command) =>
    choose(command, async run => (await import('./check')).roundTripVerb(paths)(run)),
  )
}

function editVerbs(verb: MakeVerb, choose: Choose, program: Command, say: (key: string) => string): void {
  verb('set <INSTALL> <ENTRY> <NODE=JSON...>').action(
    (install: string, entry: string, words: string[], _: unknown, command: Command) =>
      choose(command, async run => (await import('./edit')).setVerb(install, entry, words)(run)),
  )
  for (const way of ['undo', 'redo'] as const) {
    verb(`${way} <INSTALL>`).action((install: string, _: unknown, command: Command) =>
      choose(command, async run => (await import('./edit')).undoVerb(install, way)(run)),
    )
  }
  verb('query <INSTALL> [STATEMENT]')
    .option('--entry <ENTRY>', say('query-entry'))
    .option('--all', say('query-all'))
    .option('--dry-run', say('query-dry-run'))
    .option('--save <NAME>', say('query-save'))
    .option('--recipe <NAME>', say('query-recipe'))
    .option('--forget <NAME>', say('query-forget'))
    .action((install: string, statement: string | undefined, words: QueryWords, command: Command) =>
      choose(command, async run => (await import('./query')).queryVerb(install, statement, words)(run)),
    )
  verb('dictionary <INSTALL>')
    .option('--export <FILE>', say('dictionary-export'))
    .option('--import <FILE>', say('dictionary-import'))
    .option('--theirs', say('dictionary-theirs'))
    .action((install: string, words: DictionaryWords, command: Command) =>
      choose(command, async run => (await import('./names')).dictionaryVerb(install, words)(run)),
    )
  verb('import <INSTALL> <ENTRY> <FILE>')
    .option('--dry-run', say('import-dry-run'))
    .option('--keep-bytes', say('import-keep-bytes'))
    .action(
      (
        install: string,
        path: string,
        file: string,
        { dryRun = false, keepBytes = false }: { dryRun?: boolean; keepBytes?: boolean },
        command: Command,
      ) =>
        choose(command, async run =>
          (await import('./exchange')).importVerb(install, path, file, dryRun, keepBytes)(run),
        ),
    )
  verb('run <INSTALL> <ENTRY> <OPERATION> [PARAMETER=JSON...]')
    .option('--records <NUMBERS>', say('run-records'))
    .option('--dry-run', say('import-dry-run'))
    .action((install: string, path: string, operation: string, words: string[], options: RunWords, command: Command) =>
      choose(command, async run =>
        (await import('./exchange')).operateVerb(install, path, operation, { ...options, words })(run),
      ),
    )
  verb('extract <INSTALL> <ENTRY...>')
    .requiredOption('--to <DIR>', say('extract-to'))
    .option('--as <form>', say('extract-as'), 'raw')
    .option('--contents', say('extract-contents'))
    .option('--with-dependencies', say('extract-with-dependencies'))
    .action((install: string, entries: string[], words: ExtractWords, command: Command) =>
      choose(command, async run => (await import('./exchange')).extractManyVerb(install, entries, words)(run)),
    )
  const entry = program.command('entry').description(say('entry'))
  verb('add <INSTALL> <ARCHIVE> <NAME> <FILE> [ATTRIBUTE=JSON...]', entry).action(
    (install: string, archive: string, name: string, file: string, words: string[], _: unknown, command: Command) =>
      choose(command, async run => (await import('./entries')).addVerb(install, archive, name, file, words)(run)),
  )
  verb('remove <INSTALL> <ENTRY>', entry).action((install: string, path: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./entries')).removeVerb(install, path)(run)),
  )
  verb('rename <INSTALL> <ENTRY> <NAME>', entry)
    .option('--alone', say('entry-alone'))
    .option('--dry-run', say('entry-dry-run'))
    .action(
      (
        install: string,
        path: string,
        name: string,
        { alone, dryRun }: { alone?: boolean; dryRun?: boolean },
        command: Command,
      ) =>
        choose(command, async run =>
          (await import('./entries')).renameVerb(install, path, name, {
            follow: alone !== true,
            dryRun: dryRun === true,
          })(run),
        ),
    )
  verb('extract <INSTALL> <ENTRY> [FILE]', entry).action(
    (install: string, path: string, file: string | undefined, _: unknown, command: Command) =>
      choose(command, async run => (await import('./exchange')).extractVerb(install, path, file)(run)),
  )
  verb('replace <INSTALL> <ENTRY> <FILE>', entry).action(
    (install: string, path: string, file: string, _: unknown, command: Command) =>
      choose(command, async run => (await import('./entries')).replaceVerb(install, path, file)(run)),
  )
  verb('attributes <INSTALL> <ENTRY> [ATTRIBUTE=JSON...]', entry).action(
    (install: string, path: string, words: string[], _: unknown, command: Command) =>
      choose(command, async run => (await import('./entries')).attributesVerb(install, path, words)(run)),
  )
}

function gameVerbs(verb: MakeVerb, choose: Choose, say: (key: string) => string): void {
  verb('pack <INSTALL>').action((install: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./game')).packVerb(install)(run)),
  )
  verb('deploy <INSTALL>')
    .option('--dry-run', say('dry-run'))
    .option('--foreign <ANSWER>', say('foreign'), collect)
    .action((install: string, options: { dryRun?: boolean; foreign?: readonly string[] }, command: Command) =>
      choose(command, async run =>
        (await import('./game')).deployVerb(install, options.dryRun === true, options.foreign ?? [])(run),
      ),
    )
  verb('outside <INSTALL> [FILE=ANSWER...]').action((install: string, words: string[], _: unknown, command: Command) =>
    choose(command, async run => (await import('./game')).outsideVerb(install, words)(run)),
  )
  verb('restore <INSTALL> [FILE=ANSWER...]')
    .option('--dry-run', say('dry-run'))
    .action((install: string, words: string[], options: { dryRun?: boolean }, command: Command) =>
      choose(command, async run => (await import('./game')).restoreVerb(install, options.dryRun === true, words)(run)),
    )
  verb('compact <INSTALL>').action((install: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./game')).compactVerb(install)(run)),
  )
  launching(verb('launch <INSTALL>'), say).action((install: string, words: LaunchWords, command: Command) =>
    choose(command, async run => (await import('./game')).launchVerb(install, words)(run)),
  )
  launching(verb('test <INSTALL>'), say).action((install: string, words: LaunchWords, command: Command) =>
    choose(command, async run => (await import('./game')).testVerb(install, words)(run)),
  )
}

function shareVerbs(verb: MakeVerb, choose: Choose, program: Command, say: (key: string) => string): void {
  const patch = program.command('patch').description(say('patch'))
  verb('make <INSTALL>', patch)
    .option('-o, --output <FILE>', say('output'))
    .option('--title <TEXT>', say('patch-title'))
    .action((install: string, words: { output?: string; title?: string }, command: Command) =>
      choose(command, async run => (await import('./patch')).patchMakeVerb(install, words)(run)),
    )
  verb('apply <INSTALL> <FILE>', patch)
    .option('--dry-run', say('patch-dry-run'))
    .option('--strict', say('patch-strict'))
    .action((install: string, file: string, words: { dryRun?: boolean; strict?: boolean }, command: Command) => {
      const how = { isDry: words.dryRun === true, isStrict: words.strict === true }
      choose(command, async run => (await import('./patch')).patchApplyVerb(install, file, how)(run))
    })
  verb('merge <A> <B>', patch)
    .option('-o, --output <FILE>', say('output'))
    .addOption(new Option('--take <side>', say('patch-take')).choices(['a', 'b', 'both']))
    .action((a: string, b: string, words: { output?: string; take?: 'a' | 'b' | 'both' }, command: Command) =>
      choose(command, async run => (await import('./patch')).patchMergeVerb(a, b, words)(run)),
    )
  verb('overlay <INSTALL>')
    .requiredOption('-o, --output <FILE>', say('output'))
    .action((install: string, words: { output: string }, command: Command) =>
      choose(command, async run => (await import('./patch')).overlayVerb(install, words.output)(run)),
    )
  verb('recipe <INSTALL> [NAME]')
    .option('-o, --output <FILE>', say('output'))
    .action((install: string, name: string | undefined, words: { output?: string }, command: Command) =>
      choose(command, async run => (await import('./apply')).recipeVerb(install, name, words.output)(run)),
    )
  verb('apply <RECIPE> <INSTALL>')
    .option('--dry-run', say('patch-dry-run'))
    .option('--entry <ENTRY>', say('apply-entry'))
    .action((file: string, install: string, words: ApplyWords, command: Command) =>
      choose(command, async run => (await import('./apply')).applyVerb(file, install, words)(run)),
    )
  verb('mods <INSTALL>')
    .addArgument(new Argument('[ACTION]').choices(MOD_ACTIONS).default('list'))
    .argument('[NAME...]')
    .action((install: string, action: ModAction, words: string[], _: unknown, command: Command) =>
      choose(command, async run => (await import('./apply')).modsVerb(install, action, words)(run)),
    )
}

const collect = (word: string, before: readonly string[] = []): readonly string[] => [...before, word]

function launching(command: Command, say: (key: string) => string): Command {
  return command
    .option('--map <name>', say('map'))
    .option('--executable <file>', say('executable'))
    .option('--argument <word>', say('argument'), collect)
    .option('--folder <dir>', say('folder'))
    .option('--wrapper <word>', say('wrapper'), collect)
    .option('--env <NAME=VALUE>', say('env'), collect)
    .option('--trust', say('trust'))
}

function formatVerbs(verb: MakeVerb, choose: Choose): void {
  verb('explain <CODE>').action((code: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./explain')).explainVerb(code)(run)),
  )
  verb('from-json').action((_: unknown, command: Command) =>
    choose(command, async run => (await import('./format')).fromJsonVerb()(run)),
  )
  verb('describe <FORMAT> [INSTALL]').action(
    (format: string, install: string | undefined, _: unknown, command: Command) =>
      choose(command, async run => (await import('./format')).describeVerb(format, install)(run)),
  )
  verb('schema <FORMAT>').action((format: string, _: unknown, command: Command) =>
    choose(command, async run => (await import('./format')).schemaVerb(format)(run)),
  )
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)]

/** The headings of Commander's help and its text on an option's values, in the user's language. */
function helpWords(text: Text): HelpConfiguration {
  const titles = new Map([
    ['Usage:', 'usage'],
    ['Options:', 'options'],
    ['Global Options:', 'global-options'],
    ['Commands:', 'verbs'],
  ])
  return {
    showGlobalOptions: true,
    styleTitle: title => (titles.has(title) ? text.say(`cli.help.title-${titles.get(title)}`) : title),
    optionDescription: ({ description, argChoices, defaultValue }: Option) =>
      [
        description,
        ...(argChoices ? [text.say('cli.help.choices', { choices: argChoices.join(', ') })] : []),
        ...(typeof defaultValue === 'string' ? [text.say('cli.help.usual', { value: defaultValue })] : []),
      ].join('; '),
  }
}

/**
 * Errors are printed by the caller, in the user's language and on one line; help is written to the command line's
 * output.
 */
function quiet(command: Command, io: CommandIo, say: (key: string) => string, help: HelpConfiguration): void {
  command.exitOverride().helpOption('-h, --help', say('help')).configureHelp(help)
  command.configureOutput({ writeOut: words => io.out(words), writeErr: () => undefined, outputError: () => undefined })
  if (command.commands.length > 0) command.helpCommand('help [VERB]', say('help'))
}
