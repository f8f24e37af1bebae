package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"socialdata/cmd/sd/client"
)

// defaultAddress is the default address of the service.
const defaultAddress = "http://localhost:8080"

// answerWithin is the time limit of a request other than a download. It is long enough for a live lookup.
const answerWithin = 2 * time.Minute

// login is what `sd login` stores, in a file that only the user can read.
type login struct {
	Address string `json:"address"`
	Key     string `json:"key"`
}

// loginFile returns the path of the stored login.
func (a *app) loginFile() (string, error) {
	if named := a.env("SD_LOGIN_FILE"); named != "" {
		return named, nil
	}
	folder, err := os.UserConfigDir()
	return filepath.Join(folder, "socialdata", "sd.json"), err
}

// login returns the service and the key: from flags, then the environment, then the stored login.
func (a *app) login() (login, error) {
	var kept login
	file, err := a.loginFile()
	if err != nil {
		return kept, err
	}
	if raw, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(raw, &kept); err != nil {
			return kept, fmt.Errorf("%s cannot be read: delete it and sign in again with sd login", file)
		}
	}
	address, err := serviceAddress(cmp.Or(a.address, a.env("SD_ADDRESS"), kept.Address, defaultAddress))
	return login{Address: address, Key: cmp.Or(a.env("SD_KEY"), kept.Key)}, err
}

// serviceAddress adds a scheme to an address without one: http for this machine, https for all others.
func serviceAddress(typed string) (string, error) {
	full := typed
	if !strings.Contains(typed, "://") {
		full = "https://" + typed
		if u, err := url.Parse(full); err == nil && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()) {
			full = "http://" + typed
		}
	}
	u, err := url.Parse(full)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", usage{fmt.Errorf("the address %q is not one of a service: want http(s)://host[:port]", typed)}
	}
	return strings.TrimSuffix(full, "/"), nil
}

// api returns a client for the service of the login.
func (a *app) api() (*client.ClientWithResponses, error) {
	l, err := a.login()
	if err != nil {
		return nil, err
	}
	if l.Key == "" {
		return nil, usage{errors.New("no API key: run sd login, or set SD_KEY")}
	}
	return a.open(l)
}

// open returns a client with a time limit for each request, which waits when a rate limit is reached.
func (a *app) open(l login) (*client.ClientWithResponses, error) {
	return client.Open(l.Address, l.Key, client.WithHTTPClient(&http.Client{Timeout: answerWithin + a.wait, Transport: a.patience}))
}

// with returns the run function of a command that needs the service.
func (a *app) with(do func(ctx context.Context, api *client.ClientWithResponses, given []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, given []string) error {
		api, err := a.api()
		if err != nil {
			return err
		}
		return do(c.Context(), api, given)
	}
}

func (a *app) loginCommand() *cobra.Command {
	return &cobra.Command{Use: "login", Short: "Keep the address of the service and an API key, which is read from standard input", Args: args(cobra.NoArgs),
		Example: "  echo $KEY | sd login --address https://social.example.com",
		RunE: func(c *cobra.Command, _ []string) error {
			key, err := a.readSecret("API key")
			if err != nil {
				return err
			}
			l, err := a.login()
			if err != nil {
				return err
			}
			l.Key = key
			who, err := a.whoIs(c.Context(), l)
			if err != nil {
				return err
			}
			if err := a.keep(l); err != nil {
				return err
			}
			fmt.Fprintf(a.err, "Signed in to %s: workspace %s, %d credits.\n", l.Address, who.Workspace.Name, who.Balance)
			return nil
		}}
}

// readSecret reads a secret, without echo on a terminal. name is shown in the prompt, such as API key.
func (a *app) readSecret(name string) (string, error) {
	if f, ok := a.in.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(a.err, name+": ")
		secret, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(a.err)
		return strings.TrimSpace(string(secret)), err
	}
	line, err := bufio.NewReader(a.in).ReadString('\n')
	if secret := strings.TrimSpace(line); secret != "" {
		return secret, nil
	}
	return "", usage{errors.Join(errors.New("standard input holds no "+name), err)}
}

// whoIs asks the service which key it is.
func (a *app) whoIs(ctx context.Context, l login) (*client.Me, error) {
	api, err := a.open(l)
	if err != nil {
		return nil, err
	}
	r, err := api.GetMeWithResponse(ctx, nil)
	me, err := parsed[client.Me](r, err)
	return &me, err
}

func (a *app) keep(l login) error {
	file, err := a.loginFile()
	if err != nil {
		return err
	}
	raw, err := json.Marshal(l)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, append(raw, '\n'), 0o600)
}
