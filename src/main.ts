// The entry point: checks the Node version, reads the settings, and starts the server or runs a command.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Keepreel needs Node 24.7 or newer; this is ${process.version}. Start it with "npm start", which brings its own.`,
  );
  process.exit(1);
}

const USAGE = `node src/main.ts            starts the server
node src/main.ts doctor     lists what is available, degraded or missing
node src/main.ts seed       fills an empty trending list with samples
node src/main.ts admin      operators and keys
node src/main.ts backup     writes the data into one file
node src/main.ts restore    reads such a file into an empty server
Settings are environment variables: docs/configuration.md`;
const COMMANDS = ['doctor', 'seed', 'admin', 'backup', 'restore'];
const [command] = process.argv.slice(2);
if (command === '--help' || command === '-h' || command === 'help') {
  console.log(USAGE);
  process.exit(0);
}
if (command !== undefined && !COMMANDS.includes(command)) {
  console.error(`Unknown command: ${command}\n${USAGE}`);
  process.exit(1);
}

const { ConfigError, readConfig } = await import('./config.ts');
try {
  const config = readConfig(process.env);
  if (command === 'doctor') {
    const { runDoctor } = await import('./commands/doctor.ts');
    process.exitCode = (await runDoctor(config)) ? 0 : 1;
  } else if (command === 'seed') {
    const { seed } = await import('./commands/seed.ts');
    const { isDone, message } = await seed(config, process.argv.includes('--again'));
    console.log(message);
    process.exitCode = isDone ? 0 : 1;
  } else if (command === 'admin') {
    const { runAdminCommand } = await import('./commands/admin.ts');
    print(await runAdminCommand(config, process.argv.slice(3)));
  } else if (command === 'backup') {
    const { runBackupCommand } = await import('./commands/backup/backup.ts');
    print(await runBackupCommand(config, process.argv.slice(3)));
  } else if (command === 'restore') {
    const { runRestoreCommand } = await import('./commands/backup/restore.ts');
    print(await runRestoreCommand(config, process.argv.slice(3)));
  } else {
    const { serve } = await import('./commands/serve.ts');
    await serve(config);
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(`Invalid settings:\n${error.message}\nAll settings: docs/configuration.md`);
  process.exit(1);
}

function print({ isDone, message }: { readonly isDone: boolean; readonly message: string }): void {
  console[isDone ? 'log' : 'error'](message);
  process.exitCode = isDone ? 0 : 1;
}

export {};
