//! Files that only the club may read: password hashes, sessions, addresses and private words.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file that only its owner may read, and creates it if it does not exist.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Replaces a file that only its owner may read: it is complete, or as it was.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let _ = fs::remove_file(part);
    let mut file = open(part)?;
    io::Write::write_all(&mut file, bytes)?;
    file.sync_all()?;
    fs::rename(part, path)?;
    // The name is on the disk only when the folder is.
    match folder_of(path) {
        Some(folder) => File::open(folder)?.sync_all(),
        None => Ok(()),
    }
}

/// The folder in a file's path, if it names one.
fn folder_of(path: &Path) -> Option<&Path> {
    path.parent().filter(|it| !it.as_os_str().is_empty())
}

/// Makes a folder that only its owner may enter; missing parents get the usual permissions.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    if path.as_os_str().is_empty() || path.is_dir() {
        return Ok(());
    }
    if let Some(above) = path.parent().filter(|it| !it.as_os_str().is_empty()) {
        fs::create_dir_all(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Removes others' permissions on a file or a folder, and logs it.
#[cfg(unix)]
pub(crate) fn close(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(known) = fs::metadata(path) else { return };
    let mode = known.permissions().mode();
    if mode & 0o077 == 0 {
        return;
    }
    if known.is_dir()
        && (mode & 0o1000 != 0 || path.canonicalize().is_ok_and(|it| it.parent().is_none()))
    {
        tracing::error!(
            "{} is a folder that others use too (mode {:o}), and is left as it is: give the club one of its own",
            path.display(),
            mode & 0o7777
        );
        return;
    }
    let (was, now) = (mode & 0o777, mode & 0o7700);
    match fs::set_permissions(path, fs::Permissions::from_mode(now)) {
        Ok(()) => tracing::warn!(
            "{} could be looked into by others (mode {was:o}): it is closed now ({now:o})",
            path.display()
        ),
        Err(error) => tracing::error!(
            "{} can be looked into by others (mode {was:o}), and that cannot be changed: {error}",
            path.display()
        ),
    }
}

/// On other systems, a user's folders are private.
#[cfg(not(unix))]
pub(crate) fn close(_: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Folder;

    #[test]
    fn a_file_without_a_folder_is_in_none() {
        assert_eq!(folder_of(Path::new("notes.json")), None);
        assert_eq!(folder_of(Path::new("club/notes.json")), Some(Path::new("club")));
        assert_eq!(folder_of(Path::new("/notes.json")), Some(Path::new("/")));
    }

    #[test]
    #[cfg(unix)]
    fn a_file_is_replaced_as_a_whole_and_for_its_owner() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new();
        let (at, part) = (folder.file("notes.json"), folder.file("notes.json.part"));
        let mode = || fs::metadata(&at).unwrap().permissions().mode() & 0o777;
        write(Path::new(&at), b"first").unwrap();
        assert_eq!((fs::read(&at).unwrap(), mode()), (b"first".to_vec(), 0o600));
        // An interrupted attempt, which others could read, leaves nothing of itself.
        fs::write(&part, "half of the sec").unwrap();
        fs::set_permissions(&part, fs::Permissions::from_mode(0o644)).unwrap();
        write(Path::new(&at), b"second").unwrap();
        assert_eq!((fs::read(&at).unwrap(), mode()), (b"second".to_vec(), 0o600));
        assert!(!Path::new(&part).exists());
        // Where there is no folder, nothing is written.
        assert!(write(Path::new(&folder.file("none/notes.json")), b"third").is_err());
        // What is opened is added to.
        for word in ["one ", "two"] {
            io::Write::write_all(
                &mut open(Path::new(&folder.file("log"))).unwrap(),
                word.as_bytes(),
            )
            .unwrap();
        }
        assert_eq!(fs::read(folder.file("log")).unwrap(), b"one two");
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_is_made_once_and_is_its_owners() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new();
        let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        // No path is the folder that the server runs in.
        make_folder(Path::new("")).unwrap();
        let (above, deep) = (folder.file("a"), folder.file("a/b"));
        make_folder(Path::new(&deep)).unwrap();
        let usual = folder.file("usual");
        fs::create_dir(&usual).unwrap();
        assert_eq!((mode(&above), mode(&deep)), (mode(&usual), 0o700));
        fs::set_permissions(&deep, fs::Permissions::from_mode(0o750)).unwrap();
        make_folder(Path::new(&deep)).unwrap();
        assert_eq!(mode(&deep), 0o750, "one that is there stays as it is");
        // Nothing can be in a file.
        fs::write(folder.file("file"), "x").unwrap();
        assert!(make_folder(Path::new(&folder.file("file/folder"))).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn what_is_ours_is_closed_and_what_is_shared_is_not() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
        let deep = folder.file("a/b/ours");
        make_folder(Path::new(&deep)).unwrap();
        assert_eq!(mode(Path::new(&deep)), 0o700);
        let at = folder.file("some");
        for (is_folder, before, after) in [
            (false, 0o644, 0o600),
            (false, 0o640, 0o600),
            (false, 0o600, 0o600),
            (true, 0o755, 0o700),
            (true, 0o2770, 0o2700),
            // As /tmp is.
            (true, 0o1777, 0o1777),
        ] {
            match is_folder {
                true => fs::create_dir(&at).unwrap(),
                false => fs::write(&at, "x").unwrap(),
            }
            fs::set_permissions(&at, fs::Permissions::from_mode(before)).unwrap();
            close(Path::new(&at));
            assert_eq!(mode(Path::new(&at)), after, "{before:o}");
            match is_folder {
                true => fs::remove_dir(&at).unwrap(),
                false => fs::remove_file(&at).unwrap(),
            }
        }
    }
}
