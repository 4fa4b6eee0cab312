UPDATE users SET username_skeleton = NULL WHERE username GLOB '*[^ -~]*';
